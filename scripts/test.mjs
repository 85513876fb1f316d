/**
 * `npm test`: what a fresh clone needs, a browser, and then every check and test. `npm run test:full` does them in the numbers of the
 * specification, on both storages. Runs on Node 20.
 */
import { passSignals, runChild } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureNode } from './node-runtime.mjs'
import { readArguments } from './read-arguments.mjs'

const { values } = readArguments({
  usage: 'npm test\nnpm run test:full',
  about: 'Runs every check and every test. Single files: npm run test:one -- FILE.',
  options: {
    full: { type: 'boolean', default: false, about: 'in the numbers of the specification, on both storages' },
  },
})
if (values.full) process.env['TEST_FULL'] = '1'
const node = ensureNode()
ensureInstalled(node)
const tests = runChild(node, ['scripts/run-tests.ts'])
passSignals([tests])
process.exitCode = await tests.ended
