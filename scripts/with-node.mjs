/**
 * `node scripts/with-node.mjs [--production] SCRIPT …` runs one of our scripts on the right Node, packages installed: with
 * `--production` those that serving needs. Runs on Node 20.
 */
import { passSignals, runChild } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureNode } from './node-runtime.mjs'

const production = process.argv[2] === '--production'
const node = ensureNode()
ensureInstalled(node, { production })
const child = runChild(node, process.argv.slice(production ? 3 : 2))
passSignals([child])
process.exitCode = await child.ended
