import type { AiService } from '@polylogue/api-contract';
import type { Talk } from '../conversation/conversation.state.js';
import { sideOf, usualTurnLimit } from '../conversation/talk.rules.js';

/** One side as the form holds it; empty is not chosen. */
export interface SideForm {
  aiService: string;
  name: string;
  role: string;
  color: string;
}

export interface SetupForm {
  sides: readonly [SideForm, SideForm];
  message: string;
  /** As typed. */
  turnLimit: string;
  costLimit: string;
  moderator: string;
}

const noSide: SideForm = { aiService: '', name: '', role: '', color: '' };
export const emptySetup: SetupForm = {
  sides: [noSide, noSide],
  message: '',
  turnLimit: String(usualTurnLimit),
  costLimit: '',
  moderator: '',
};

export type SetupStep =
  | { do: 'side'; side: 0 | 1; change: Partial<SideForm> }
  | { do: 'set'; change: Partial<Omit<SetupForm, 'sides'>> }
  | { do: 'show'; talk: Talk; message: string }
  | { do: 'clear' };

/** The form after one step. Clear keeps who talks; the message goes. */
export function afterSetup(before: SetupForm, step: SetupStep): SetupForm {
  switch (step.do) {
    case 'side': {
      const [first, second] = before.sides;
      const changed = { ...before.sides[step.side], ...step.change };
      return { ...before, sides: step.side === 0 ? [changed, second] : [first, changed] };
    }
    case 'set':
      return { ...before, ...step.change };
    case 'show': {
      const { sides, turnLimit, costLimit, moderator } = step.talk;
      const form = ({ aiService, chosen, role }: Talk['sides'][number]): SideForm => ({
        aiService,
        name: chosen.name ?? '',
        color: chosen.color ?? '',
        role: role ?? '',
      });
      return {
        sides: [form(sides[0]), form(sides[1])],
        message: step.message,
        turnLimit: String(turnLimit),
        costLimit: costLimit === undefined ? '' : String(costLimit),
        moderator: moderator?.aiService ?? '',
      };
    }
    case 'clear':
      return { ...before, message: '' };
  }
}

/** The conversation the form asks for. Call it when `start.rules` finds no fault. */
export function talkOfForm(
  { sides, turnLimit, costLimit, moderator }: SetupForm,
  services: readonly AiService[],
): Talk {
  const side = ({ aiService, name, role, color }: SideForm) =>
    sideOf(aiService, { name: name || undefined, role: role || undefined, color: color || undefined }, services);
  return {
    sides: [side(sides[0]), side(sides[1])],
    turnLimit: Number(turnLimit),
    costLimit: costLimit.trim() === '' ? undefined : Number(costLimit),
    moderator: moderator === '' ? undefined : { aiService: moderator, name: sideOf(moderator, {}, services).name },
  };
}
