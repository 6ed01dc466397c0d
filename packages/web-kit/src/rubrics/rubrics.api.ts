import { listRubrics } from '@polylogue/api-contract';
import { useApiQuery } from '../api/use-api.js';

/** What can be judged by beside the built-in rubric. */
export const useRubrics = () => useApiQuery(listRubrics, {});
