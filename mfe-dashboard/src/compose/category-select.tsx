import type { AiService } from '@polylogue/api-contract';
import { ChevronDown } from 'lucide-react';
import { categoriesOf, categoryLabels, type CategoryFilter } from './categories.rules.js';
import styles from './category-select.module.css';

interface CategorySelectProps {
  services: readonly AiService[];
  value: CategoryFilter;
  onChange: (category: CategoryFilter) => void;
}

/** Which services there are to choose among. The browser's own: antd's is 25 KB more before the first message. */
export const CategorySelect = ({ services, value, onChange }: CategorySelectProps) => (
  <span className={styles.place}>
    <select
      aria-label="Category"
      value={value}
      onChange={({ target }) => onChange(target.value as CategoryFilter)}
      className={styles.select}
    >
      {categoriesOf(services).map((category) => (
        <option key={category} value={category}>
          {categoryLabels[category]}
        </option>
      ))}
    </select>
    <ChevronDown size={14} aria-hidden="true" />
  </span>
);
