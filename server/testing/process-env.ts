/** Of our own environment; no settings of the machine. */
const passed = ['PATH', 'NODE_COMPILE_CACHE', 'KEEP_START_MEMORY']

/** What every process that a test starts gets: where code is kept compiled, and that a server keeps the memory of its start. */
export const processEnv = Object.fromEntries(
  passed.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)
