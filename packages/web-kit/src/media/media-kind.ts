/** How a medium is shown; undefined for what can only be kept. */
export function kindOf(type: string): 'image' | 'audio' | 'video' | undefined {
  const [kind] = type.split('/');
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : undefined;
}
