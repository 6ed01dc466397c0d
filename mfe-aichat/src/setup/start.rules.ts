import { limits } from '@polylogue/api-contract';
import type { ToastContent } from '@polylogue/web-kit';
import type { SetupForm } from './setup.state.js';

/** What is wrong with a start, as the toast that says so; undefined when nothing is. */
export function faultOfStart({ sides, message, turnLimit, costLimit }: SetupForm): ToastContent | undefined {
  const [one, other] = sides;
  const missing = one.aiService === '' || other.aiService === '' || message.trim() === '';
  if (missing) return fault('Missing information', 'Please select two AI services and enter an initial message.');
  if (one.aiService === other.aiService) return fault('Invalid selection', 'Please select two different AI services.');
  const turns = Number(turnLimit.trim() || NaN);
  if (!Number.isInteger(turns) || turns < 1 || turns > limits.aiChat.turns)
    return fault('Invalid turn limit', `Please enter a whole number from 1 to ${limits.aiChat.turns}.`);
  if (costLimit.trim() !== '' && !(Number(costLimit) > 0 && Number.isFinite(Number(costLimit))))
    return fault('Invalid cost limit', 'Please enter an amount above 0, or leave it empty.');
  return undefined;
}

export const nothingToExport: ToastContent = {
  title: 'No conversation to export',
  description: 'Start a conversation first before exporting.',
  variant: 'destructive',
};

const fault = (title: string, description: string): ToastContent => ({ title, description, variant: 'destructive' });
