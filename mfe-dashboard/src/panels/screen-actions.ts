import { createContext, useContext } from 'react';
import type { OpenDrawer } from '../drawers/drawers.js';

/** What a panel's actions change outside their panel. */
export interface ScreenActions {
  openDrawer: (drawer: OpenDrawer) => void;
  /** Writes the next message to this service alone. */
  followUp: (aiService: string) => void;
}

const Actions = createContext<ScreenActions | undefined>(undefined);

export const ScreenActionsProvider = Actions.Provider;

export function useScreenActions(): ScreenActions {
  const actions = useContext(Actions);
  if (!actions) throw new Error('useScreenActions needs a ScreenActionsProvider around it.');
  return actions;
}
