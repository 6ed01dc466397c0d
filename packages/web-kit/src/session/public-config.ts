import type { PublicConfig } from '@polylogue/api-contract';
import { useQuery } from '@tanstack/react-query';

/** Product name, build and kind of sign-in; undefined while unknown. */
export function usePublicConfig(): PublicConfig | undefined {
  const { data } = useQuery<PublicConfig | null>({ queryKey: ['/api/config'], staleTime: Number.POSITIVE_INFINITY });
  return data ?? undefined;
}
