/** What the scripts of package.json take: `--help` prints it, and an option that does not exist is named. Runs on Node 20. */
import { parseArgs } from 'node:util'

/**
 * @typedef {{ type: 'string' | 'boolean', default?: string | boolean, multiple?: boolean, value?: string, about: string }} Option
 * `value`: what is shown for the value in the help, “N” unless told
 */

/**
 * The arguments of this process. With `--help` it prints what there is and ends the process.
 * Where something is asked for that does not exist, it says what, and ends the process with code 1.
 * @template {Record<string, Option>} O
 * @param {object} given
 * @param {string} given.usage `npm run import -- wordpress FILE [options]`; several lines for several ways
 * @param {string} given.about what the script does, in a sentence
 * @param {O} given.options
 * @param {boolean} [given.operands] whether there are arguments that are no options
 */
export function readArguments({ usage, about, options, operands = false }) {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`Usage: ${usage.replaceAll('\n', '\n       ')}\n\n${about}\n${linesOf(options)}`)
    process.exit(0)
  }
  try {
    return parseArgs({ args, options, allowPositionals: operands })
  } catch (error) {
    // Node adds how to pass an operand that begins with a dash.
    const [said = ''] = String(error instanceof Error ? error.message : error).split(/\. To specify/)
    return refuse(`${said.replace(/\.$/, '')}.`, usage)
  }
}

/**
 * The one argument of a command that has no options. Without it, or with another one, it says so and ends the process with code 1.
 * @param {{ usage: string, about: string, wanted: string }} given `wanted`: what is missing, such as “One file”
 */
export function readOperand({ usage, about, wanted }) {
  const [operand, ...more] = readArguments({ usage, about, operands: true, options: {} }).positionals
  return operand && more.length === 0 ? operand : refuse(`${wanted} is needed.`, usage)
}

/**
 * Says what is wrong with the arguments, and ends the process with code 1.
 * @param {string} what
 * @param {string} usage
 * @returns {never}
 */
export function refuse(what, usage) {
  const command = (usage.split('\n')[0] ?? '').split(' -- ')[0]?.replace(/ \[.*/, '')
  console.error(`${what}\nUsage: ${usage.replaceAll('\n', '\n       ')}\nAll options: ${command} -- --help`)
  process.exit(1)
}

/** @param {Record<string, Option>} options */
function linesOf(options) {
  const rows = Object.entries(options).map(([name, { type, value = 'N', about, multiple, default: unless }]) => {
    const told = unless === undefined || unless === false ? '' : ` (${String(unless)})`
    return [`--${name}${type === 'string' ? ` ${value}` : ''}${multiple ? '…' : ''}`, `${about}${told}`]
  })
  rows.push(['--help', 'this text'])
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return ['', ...rows.map(([name = '', about]) => `  ${name.padEnd(width)}  ${about}`)].join('\n')
}
