type Handlers = Record<string, (value: never) => unknown>;

/** In a child process: answers its parent's calls, and ends when the parent is gone. */
export function answerParent(handlers: Handlers) {
  process.on('message', ({ id, name, value }: { id: number; name: string; value: never }) => {
    void Promise.resolve()
      .then(() => handlers[name]?.(value))
      .then(
        (answer) => process.send?.({ id, answer }),
        (error: Error) => process.send?.({ id, error: error.message }),
      );
  });
  process.on('disconnect', () => process.exit());
  process.on('SIGINT', () => undefined);
}
