import { useTheme, type ThemeChoice } from '@polylogue/web-kit';
import { Monitor, Moon, Sun } from 'lucide-react';

const next: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const labels: Record<ThemeChoice, string> = { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' };
const icons = { system: Monitor, light: Sun, dark: Moon };

export function ThemeSwitch() {
  const { choice, choose } = useTheme();
  const Icon = icons[choice];
  return (
    <button
      type="button"
      className="pl-icon-button"
      aria-label={labels[choice]}
      title={labels[choice]}
      onClick={() => choose(next[choice])}
    >
      <Icon aria-hidden />
    </button>
  );
}
