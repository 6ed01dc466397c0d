import Bull from 'bull';

/** The floor of schedules: Bull alone, with jobs that do nothing, all due at the same moment. */
export async function bareQueue(redisUrl: string, jobs: number): Promise<number> {
  const queue = new Bull(`bare-${process.pid}-${Date.now()}`, redisUrl, {
    defaultJobOptions: { removeOnComplete: true },
  });
  try {
    await queue.isReady();
    const dueAt = Date.now() + 1_500;
    let begun = 0;
    const allBegun = new Promise<number>((resolve) => {
      void queue.process(100, () => {
        begun += 1;
        if (begun === jobs) resolve(Date.now() - dueAt);
        return Promise.resolve();
      });
    });
    await queue.addBulk(Array.from({ length: jobs }, () => ({ data: {}, opts: { delay: dueAt - Date.now() } })));
    return await allBegun;
  } finally {
    await queue.obliterate({ force: true }).catch(() => undefined);
    await queue.close();
  }
}
