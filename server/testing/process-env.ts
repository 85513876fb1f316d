/** What every process that a test starts gets of our own environment: no settings of the machine, but where code is kept compiled. */
export const processEnv = {
  PATH: process.env['PATH'],
  ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
}
