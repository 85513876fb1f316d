/** `npm test`: what a fresh clone needs, a browser, and then every check and test there is. Runs on Node 20. */
import { passSignals, runChild } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureNode } from './node-runtime.mjs'
import { readArguments } from './read-arguments.mjs'

readArguments({
  usage: 'npm test',
  about: 'Runs every check and every test. Single files: npm run test:one -- FILE.',
  options: {},
})
const node = ensureNode()
ensureInstalled(node)
const tests = runChild(node, ['scripts/run-tests.ts'])
passSignals([tests])
process.exitCode = await tests.ended
