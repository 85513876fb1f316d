/** Loaded into the server by `npm start`: asks it to stop when the one who started it is gone. */
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()
