import { createContext, useContext } from 'react';

/** What a panel asks of the screen around it. Replies are named by their message's id. */
export interface ScreenActions {
  onCompare: (messageId: string) => void;
  onContext: (aiService: string, messageId: string) => void;
  onFollowUp: (aiService: string) => void;
}

const Actions = createContext<ScreenActions | undefined>(undefined);

export const ScreenActionsProvider = Actions.Provider;

export function useScreenActions(): ScreenActions {
  const actions = useContext(Actions);
  if (!actions) throw new Error('useScreenActions needs a ScreenActionsProvider around it.');
  return actions;
}
