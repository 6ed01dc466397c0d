import { listAiServices } from '@polylogue/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useRef, type ReactNode } from 'react';
import { useApiQuery } from '../api/use-api.js';
import { useCurrentUser } from '../session/current-user.js';
import { estimateQuery, expectedOf } from './estimate.api.js';
import type { EstimateRequest } from './estimate-request.rules.js';
import { useCostQuestion, type PriceQuestion } from './use-cost-question.js';

/** As the slices list them, so that there is one list. */
const withVariants = { query: { variants: 'true' } } as const;

/** Sends at once what costs little, and asks first about what may cost more than the user wants to send unasked. */
type SendAffordable = (request: EstimateRequest | undefined, send: () => void) => void;

const Affordable = createContext<SendAffordable | undefined>(undefined);

export function useSendAffordable(): SendAffordable {
  const sendAffordable = useContext(Affordable);
  if (!sendAffordable) throw new Error('useSendAffordable needs a CostQuestionProvider around it.');
  return sendAffordable;
}

export function CostQuestionProvider({ children }: { children: ReactNode }) {
  const { ask, question } = useCostQuestion();
  const sendAffordable = useGate(ask);
  return (
    <Affordable.Provider value={sendAffordable}>
      {children}
      {question}
    </Affordable.Provider>
  );
}

function useGate(ask: PriceQuestion['ask']): SendAffordable {
  const client = useQueryClient();
  const { data: services } = useApiQuery(listAiServices, withVariants);
  const maySend = useCurrentUser().user?.isApproved ?? false;
  const isDeciding = useRef(false);
  return useCallback(
    (request, send) => {
      const isFree = request?.selectedAIs.every((name) => services?.find((each) => each.name === name)?.demo);
      // The server refuses it, and a refused message costs nothing.
      if (!request || isFree || !maySend) return send();
      // A second Enter must not send twice.
      if (isDeciding.current) return;
      isDeciding.current = true;
      void expectedOf(client, estimateQuery(request))
        .then((expected) => ask(expected, send))
        .finally(() => (isDeciding.current = false));
    },
    [client, services, maySend, ask],
  );
}
