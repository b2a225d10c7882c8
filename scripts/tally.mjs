// A vitest reporter for CI: ends the output with one plain line, `N passed, N failed`.
export default class Tally {
  onTestRunEnd(modules, strayErrors) {
    let passed = 0
    // What fails outside of a test fails the run too: a file that cannot be loaded, a hook, a stray rejection.
    let failed = strayErrors.length
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state)
      passed += states.filter((state) => state === 'passed').length
      failed += states.filter((state) => state === 'failed').length || (module.ok() ? 0 : 1)
    }
    // At the exit, so that no other reporter has the last word.
    process.once('exit', () => console.log(`${passed} passed, ${failed} failed`))
  }
}
