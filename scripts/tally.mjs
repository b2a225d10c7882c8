// A vitest reporter that ends the output: with what was not run and why, and in CI with one plain line, `N passed, N failed`.
export default class Tally {
  /** `missing`: what is not on this machine, each with what installs it; tests that need it were not run. */
  constructor({ missing }) {
    this.missing = missing
  }

  onTestRunEnd(modules, strayErrors) {
    let passed = 0
    // What fails outside of a test fails the run too: a file that cannot be loaded, a hook, a stray rejection.
    let failed = strayErrors.length
    const skipped = []
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      const states = tests.map((test) => test.result().state)
      passed += states.filter((state) => state === 'passed').length
      failed += states.filter((state) => state === 'failed').length || (module.ok() ? 0 : 1)
      const left = states.filter((state) => state === 'skipped').length
      if (left > 0) skipped.push(`  ${module.relativeModuleId}: ${left}`)
    }
    const lines = [
      ...(skipped.length > 0 ? ['Not run, where each file says why:', ...skipped] : []),
      ...this.missing.map((what) => `Not run, because it is not on this machine: what needs ${what}.`),
      ...(process.env.CI ? [`${passed} passed, ${failed} failed`] : []),
    ]
    // At the exit, so that no other reporter has the last word.
    process.once('exit', () => console.log(lines.join('\n')))
  }
}
