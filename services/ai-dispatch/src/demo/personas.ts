import { brief, contrarian, sage, scribe, spark, tortoise, type Temperament } from './replies/temperaments.rules.js';

export type DemoProtocol = 'openai' | 'anthropic' | 'google' | 'openai-compatible';

export interface Persona {
  /** Both the model and the service's name. */
  model: string;
  displayName: string;
  color: string;
  protocol: DemoProtocol;
  /** Time to the first token: from, to. */
  firstTokenMs: [number, number];
  tokensPerSecond: number;
  temperament: Temperament;
  /** Whether it is given pictures. */
  sees?: boolean;
}

/** The demo services, spread over the four protocols so that each adapter runs. */
export const personas: readonly Persona[] = [
  {
    model: 'demo-sage',
    displayName: 'Demo Sage',
    color: '#097C56',
    protocol: 'openai',
    firstTokenMs: [300, 500],
    tokensPerSecond: 60,
    temperament: sage,
    sees: true,
  },
  {
    model: 'demo-brief',
    displayName: 'Demo Brief',
    color: '#036EAE',
    protocol: 'anthropic',
    firstTokenMs: [150, 250],
    tokensPerSecond: 120,
    temperament: brief,
    sees: true,
  },
  {
    model: 'demo-scribe',
    displayName: 'Demo Scribe',
    color: '#AC430E',
    protocol: 'google',
    firstTokenMs: [400, 650],
    tokensPerSecond: 90,
    temperament: scribe,
    sees: true,
  },
  {
    model: 'demo-tortoise',
    displayName: 'Demo Tortoise',
    color: '#487906',
    protocol: 'openai-compatible',
    firstTokenMs: [700, 900],
    tokensPerSecond: 12,
    temperament: tortoise,
  },
  {
    model: 'demo-spark',
    displayName: 'Demo Spark',
    color: '#8C47A0',
    protocol: 'anthropic',
    firstTokenMs: [200, 400],
    tokensPerSecond: 75,
    temperament: spark,
    sees: true,
  },
  {
    model: 'demo-contrarian',
    displayName: 'Demo Contrarian',
    color: '#AA3A62',
    protocol: 'openai-compatible',
    firstTokenMs: [350, 700],
    tokensPerSecond: 45,
    temperament: contrarian,
  },
];

/** Where a demo server speaks each protocol, below its own address. */
export const demoPaths: Record<DemoProtocol, string> = {
  openai: '/openai/v1',
  anthropic: '/anthropic/v1',
  google: '/google/v1beta',
  'openai-compatible': '/compatible/v1',
};
