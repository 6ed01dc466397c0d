import type { BacktestStatus } from '@polylogue/api-contract';
import { Badge, Ring } from '@polylogue/web-kit';
import { Check, Pause, X } from 'lucide-react';
import { statusWords } from './backtests.rules.js';

const icons: Record<BacktestStatus, React.ReactNode> = {
  running: <Ring />,
  paused: <Pause aria-hidden />,
  completed: <Check aria-hidden />,
  cancelled: <X aria-hidden />,
};

export function StatusBadge({ status }: { status: BacktestStatus }) {
  const { label, tone } = statusWords[status];
  return (
    <Badge tone={tone} icon={icons[status]}>
      {label}
    </Badge>
  );
}
