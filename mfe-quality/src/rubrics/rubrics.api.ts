import { changeRubric, createRubric, listRubrics, previewRubric, removeRubric } from '@polylogue/api-contract';
import { ApiError, toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';

const refreshes = [[listRubrics.path]];

export const useRubrics = () => useApiQuery(listRubrics, {});

function sayWhatFailed(error: Error): void {
  const description = error instanceof ApiError ? (error.sentence ?? error.message) : error.message;
  toast({ title: 'The rubric was not saved', description, variant: 'destructive' });
}

const said = (title: string) => toast({ title, variant: 'success' });

export function useCreateRubric() {
  return useApiMutation(createRubric, { refreshes, onSuccess: () => said('Rubric saved'), onError: sayWhatFailed });
}

export function useChangeRubric() {
  const onSuccess = ({ version }: { version: number }) => said(`Saved as version ${version}`);
  return useApiMutation(changeRubric, { refreshes, onSuccess, onError: sayWhatFailed });
}

export function useRemoveRubric() {
  const onError = (error: Error) =>
    toast({
      title: 'The rubric was not removed',
      description: error instanceof ApiError ? (error.sentence ?? error.message) : error.message,
      variant: 'destructive',
    });
  return useApiMutation(removeRubric, { refreshes, onSuccess: () => said('Rubric removed'), onError });
}

export const usePreviewRubric = () => useApiMutation(previewRubric, {});
