import { listAiServices, type CostRange } from '@polylogue/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { useApiQuery } from '../api/use-api.js';
import { useCurrentUser } from '../session/current-user.js';
import { CostQuestion } from './cost-question.js';
import { estimateQuery, expectedOf } from './estimate.api.js';
import { mustAsk } from './estimate.rules.js';
import type { EstimateRequest } from './estimate-request.rules.js';

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
  const [asked, setAsked] = useState<{ cost: CostRange; send: () => void }>();
  const sendAffordable = useGate(setAsked);
  const onAnswer = (isSent: boolean) => {
    setAsked(undefined);
    if (isSent) asked?.send();
  };
  return (
    <Affordable.Provider value={sendAffordable}>
      {children}
      {asked && <CostQuestion cost={asked.cost} onAnswer={onAnswer} />}
    </Affordable.Provider>
  );
}

function useGate(ask: (question: { cost: CostRange; send: () => void }) => void): SendAffordable {
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
        .then((expected) => {
          const cost = expected && mustAsk(expected.estimate, expected.askAbove) ? expected.estimate.cost : null;
          if (cost) ask({ cost, send });
          else send();
        })
        .finally(() => (isDeciding.current = false));
    },
    [client, services, maySend, ask],
  );
}
