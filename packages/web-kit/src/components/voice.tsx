/** Three bars in the accent of the panel around them: they breathe while streaming, stand when done, lie flat on error. */
export function Voice({ state = 'still' }: { state?: 'live' | 'still' | 'flat' }) {
  return (
    <span className={`pl-voice pl-voice-${state}`} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
