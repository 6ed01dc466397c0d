import { rubricLimits, rubricText, type Rubric, type RubricText } from '@polylogue/api-contract';

export interface CriterionForm {
  /** Of this form only: which one it is while others come and go. */
  key: number;
  name: string;
  asks: string;
  low: string;
  middle: string;
  high: string;
  /** As typed. */
  weight: string;
  flagBelow: string;
}

export interface RubricForm {
  name: string;
  criteria: CriterionForm[];
  reference: string;
  language: string;
  shared: boolean;
}

export type Faults = Readonly<Record<string, string>>;

const emptyCriterion = (key: number): CriterionForm => ({
  key,
  name: '',
  asks: '',
  low: '',
  middle: '',
  high: '',
  weight: '1',
  flagBelow: '',
});

export const emptyForm: RubricForm = {
  name: '',
  criteria: [emptyCriterion(0)],
  reference: '',
  language: '',
  shared: false,
};

export function formOf({ text, shared }: Rubric): RubricForm {
  const criteria = text.criteria.map(({ weight, flagBelow, ...criterion }, key) => ({
    ...criterion,
    key,
    weight: String(weight),
    flagBelow: flagBelow === undefined ? '' : String(flagBelow),
  }));
  return { shared, criteria, name: text.name, reference: text.reference ?? '', language: text.language ?? '' };
}

export const canAdd = ({ criteria }: RubricForm) => criteria.length < rubricLimits.criteria;

export function withCriterion(form: RubricForm): RubricForm {
  const key = Math.max(-1, ...form.criteria.map((each) => each.key)) + 1;
  return { ...form, criteria: [...form.criteria, emptyCriterion(key)] };
}

export const withoutCriterion = (form: RubricForm, key: number): RubricForm => ({
  ...form,
  criteria: form.criteria.filter((each) => each.key !== key),
});

export const withChange = (form: RubricForm, key: number, change: Partial<CriterionForm>): RubricForm => ({
  ...form,
  criteria: form.criteria.map((each) => (each.key === key ? { ...each, ...change } : each)),
});

/** What part of the overall score a criterion decides, in percent; undefined while the weights make no sense. */
export function shareOf({ criteria }: RubricForm, { weight }: CriterionForm): number | undefined {
  const weights = criteria.map((each) => Number(each.weight));
  const sum = weights.reduce((total, each) => total + each, 0);
  const isNumber = weights.every((each) => Number.isFinite(each) && each >= 0);
  return isNumber && sum > 0 ? Math.round((100 * Number(weight)) / sum) : undefined;
}

const numberOf = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

/** The rubric as it is sent, or what is wrong, by the path of each field. */
export function textOf(form: RubricForm): { text: RubricText } | { faults: Faults } {
  const criteria = form.criteria.map(({ key: _key, weight, flagBelow, ...criterion }) => ({
    ...criterion,
    weight: numberOf(weight),
    ...(flagBelow.trim() !== '' && { flagBelow: numberOf(flagBelow) }),
  }));
  const { name, reference, language } = form;
  const parsed = rubricText.safeParse({
    name,
    criteria,
    ...(reference.trim() !== '' && { reference }),
    ...(language.trim() !== '' && { language }),
  });
  const faults: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) faults[path.join('.')] ??= message;
  if (parsed.success && !parsed.data.criteria.some((each) => each.weight > 0)) {
    faults['criteria.0.weight'] = 'At least one criterion needs a weight above 0.';
  }
  for (const [index, { name: each }] of form.criteria.entries()) {
    const isTwice = form.criteria.findIndex((other) => sameName(other.name, each)) < index;
    if (isTwice && each.trim() !== '') faults[`criteria.${index}.name`] ??= 'Two criteria have the same name.';
  }
  return parsed.success && Object.keys(faults).length === 0 ? { text: parsed.data } : { faults };
}

const sameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
