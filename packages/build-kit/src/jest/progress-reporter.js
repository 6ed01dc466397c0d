/** Sends how far jest is to the process that started it, and prints what failed as soon as it is known. */
export default class ProgressReporter {
  /** @param {unknown} _test @param {import('@jest/test-result').TestResult} result @param {import('@jest/test-result').AggregatedResult} all */
  onTestResult(_test, result, all) {
    const failed = all.numFailedTests + all.numRuntimeErrorTestSuites;
    process.send?.({
      done: all.numPassedTestSuites + all.numFailedTestSuites + all.numPendingTestSuites,
      total: all.numTotalTestSuites,
      failed,
      ...(result.failureMessage ? { failure: `${result.testFilePath}\n${result.failureMessage}` } : {}),
    });
  }
}
