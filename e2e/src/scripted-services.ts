import type { FakeAi } from '@polylogue/test-kit';

const colors = ['#097C56', '#036EAE', '#AC430E', '#487906', '#8C47A0', '#AA3A62'];

/** A catalog of services at a scripted vendor; each model has the name of its service. */
export const scriptedServices = (vendor: FakeAi, services: Readonly<Record<string, 'text' | 'image' | 'audio'>>) =>
  Object.entries(services).map(([name, category], index) => ({
    name,
    displayName: name[0]?.toUpperCase() + name.slice(1),
    color: colors[index % colors.length],
    category,
    provider: 'openai-compatible',
    model: name,
    baseUrl: vendor.url,
    apiKey: 'sk-scripted',
  }));
