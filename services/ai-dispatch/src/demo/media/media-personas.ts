/** What a demo service makes that is no text. */
export type MediaCategory = 'image' | 'audio' | 'video';

export interface MediaPersona {
  /** Both the model and the service's name. */
  model: string;
  displayName: string;
  color: string;
  category: MediaCategory;
  protocol: 'openai' | 'openai-compatible';
  /** How long it takes, at natural speed. */
  workMs: number;
}

/** The demo services that make pictures, sounds and films. */
export const mediaPersonas: readonly MediaPersona[] = [
  {
    model: 'demo-canvas',
    displayName: 'Demo Canvas',
    color: '#5B5ABC',
    category: 'image',
    protocol: 'openai',
    workMs: 1_200,
  },
  {
    model: 'demo-voice',
    displayName: 'Demo Voice',
    color: '#A1591F',
    category: 'audio',
    protocol: 'openai-compatible',
    workMs: 700,
  },
  {
    model: 'demo-reel',
    displayName: 'Demo Reel',
    color: '#B4480F',
    category: 'video',
    protocol: 'openai-compatible',
    workMs: 6_000,
  },
];
