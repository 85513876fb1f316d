/** `node scripts/with-node.mjs SCRIPT …` runs one of our scripts on the right Node, packages installed. Runs on Node 20. */
import { passSignals, runChild } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureNode } from './node-runtime.mjs'

const node = ensureNode()
ensureInstalled(node)
const child = runChild(node, process.argv.slice(2))
passSignals([child])
process.exitCode = await child.ended
