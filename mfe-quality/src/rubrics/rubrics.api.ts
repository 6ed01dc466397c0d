import { changeRubric, createRubric, listRubrics, previewRubric, removeRubric } from '@polylogue/api-contract';
import { toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { sayFailed } from '../refusals/say-failed.js';

const refreshes = [[listRubrics.path]];

export const useRubrics = () => useApiQuery(listRubrics, {});

const sayNotSaved = sayFailed('The rubric was not saved');
const said = (title: string) => toast({ title, variant: 'success' });

export function useCreateRubric() {
  return useApiMutation(createRubric, { refreshes, onSuccess: () => said('Rubric saved'), onError: sayNotSaved });
}

export function useChangeRubric() {
  const onSuccess = ({ version }: { version: number }) => said(`Saved as version ${version}`);
  return useApiMutation(changeRubric, { refreshes, onSuccess, onError: sayNotSaved });
}

export function useRemoveRubric() {
  const onError = sayFailed('The rubric was not removed');
  return useApiMutation(removeRubric, { refreshes, onSuccess: () => said('Rubric removed'), onError });
}

export const usePreviewRubric = () => useApiMutation(previewRubric, {});
