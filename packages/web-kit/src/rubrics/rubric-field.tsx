import { builtInRubric, type Rubric } from '@polylogue/api-contract';
import { Field } from '../antd.js';
import { useRubrics } from './rubrics.api.js';

export interface RubricFieldProps {
  label: string;
  help: string;
  /** The id of a rubric, or `builtInRubric`; empty: the default of the installation, where it is offered. */
  value: string;
  /** Whether the default of the installation can be chosen, whatever it is then. */
  hasDefault?: boolean;
  /** What happens where the rubric that was chosen is gone. */
  whenGone?: string;
  onChange: (value: string) => void;
}

/** By what replies are judged. A rubric that is gone stays chosen until another one is, and says so. */
export function RubricField({ label, help, value, hasDefault, whenGone = '', onChange }: RubricFieldProps) {
  const { data } = useRubrics();
  const rubrics = data?.rubrics ?? [];
  const isNamed = value !== '' && value !== builtInRubric;
  const isOffered = !isNamed || rubrics.some(({ id }) => id === value);
  const isGone = data !== undefined && !isOffered;
  return (
    <Field label={label} help={isGone ? `The rubric that was chosen is gone. ${whenGone}`.trim() : help}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          {hasDefault && <option value="">{defaultTitle(rubrics)}</option>}
          <option value={builtInRubric}>Built-in rubric</option>
          {!isOffered && (
            <option value={value}>{isGone ? 'A rubric that is gone' : 'The rubric that was chosen'}</option>
          )}
          {rubrics.map((rubric) => (
            <option key={rubric.id} value={rubric.id}>
              {titleOf(rubric)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const defaultTitle = (rubrics: readonly Rubric[]) =>
  `Default of the installation (${rubrics.find(({ isDefault }) => isDefault)?.text.name ?? 'built-in rubric'})`;

const titleOf = ({ text, version, shared }: Rubric) => `${text.name} (version ${version}${shared ? ', shared' : ''})`;
