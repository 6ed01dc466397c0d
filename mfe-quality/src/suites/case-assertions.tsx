import { counted } from '@polylogue/web-kit/estimate';
import pageStyles from '../backtests/backtests.module.css';
import { AssertionFields } from './assertion-fields.js';
import { assertionFault, type TypedAssertion } from './suite-form.rules.js';

interface CaseAssertionsProps {
  number: number;
  question: string | null;
  assertions: readonly TypedAssertion[];
  isTried: boolean;
  /** What the server says of one of them. */
  saidOf: (index: number) => string | undefined;
  onChange: (assertions: TypedAssertion[]) => void;
}

/** Those of one case, folded away while nothing is wrong with them. */
export function CaseAssertions({ number, question, assertions, isTried, saidOf, onChange }: CaseAssertionsProps) {
  const faultOf = (index: number) => (isTried ? assertionFault(assertions[index]!) : undefined) ?? saidOf(index);
  const isWrong = assertions.some((_each, index) => faultOf(index) !== undefined);
  return (
    <details className={pageStyles.settings} open={isWrong || undefined}>
      <summary>
        {number}. <bdi>{question ?? 'The round was deleted.'}</bdi>{' '}
        {assertions.length > 0 && <span>{counted(assertions.length, 'assertion')}</span>}
      </summary>
      <div>
        <AssertionFields
          assertions={assertions}
          fault={undefined}
          faultOf={faultOf}
          of={` of case ${number}`}
          onChange={onChange}
        />
      </div>
    </details>
  );
}
