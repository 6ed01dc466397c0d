import { previewQueryText } from '@polylogue/api-contract';
import { apiClient, ApiError, toast } from '@polylogue/web-kit';
import type { ChosenPrompt } from './chosen-prompt.state.js';

const deadlineMs = 10_000;

/** What a text of the library is filled with; the names it has by themselves are the server's to fill, at this moment. */
export const fillRequest = (content: string, { id }: ChosenPrompt) => ({
  content,
  savedQueryId: id,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
});

/** The text as it is sent; undefined when it cannot be, which is said. */
export async function fillPrompt(content: string, prompt: ChosenPrompt): Promise<string | undefined> {
  const showFailure = (description: string) =>
    void toast({ title: 'Failed to send message', description, variant: 'destructive' });
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    const { text, issues } = await apiClient(previewQueryText, { body: fillRequest(content, prompt), signal });
    if (text !== undefined) return text;
    showFailure(issues.map(({ message }) => message).join(' '));
  } catch (error) {
    showFailure(
      error instanceof ApiError ? error.sentence : 'The variables could not be filled. Try again in a moment.',
    );
  }
  return undefined;
}
