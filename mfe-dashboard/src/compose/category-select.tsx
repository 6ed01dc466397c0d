import type { AiService } from '@polylogue/api-contract';
import { categoriesOf, categoryLabels, type CategoryFilter } from './categories.rules.js';
import styles from './category-select.module.css';

interface CategorySelectProps {
  services: readonly AiService[];
  value: CategoryFilter;
  onChange: (category: CategoryFilter) => void;
}

/** Which services there are to choose among. */
export const CategorySelect = ({ services, value, onChange }: CategorySelectProps) => (
  <select
    aria-label="Category"
    value={value}
    onChange={({ target }) => onChange(target.value as CategoryFilter)}
    className={`pl-control ${styles.select}`}
  >
    {categoriesOf(services).map((category) => (
      <option key={category} value={category}>
        {categoryLabels[category]}
      </option>
    ))}
  </select>
);
