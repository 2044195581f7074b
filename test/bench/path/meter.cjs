/**
 * Meter: loaded before a program with `--require`, it reports the processor time of the process over the IPC channel.
 *
 * Processor time, not time on the clock: it means the same on a machine with other work.
 */
process.on('message', (message) => {
  if (message === 'usage') process.send?.({ usage: process.cpuUsage(), resident: process.memoryUsage.rss() })
})
// The program ends when its own work does.
process.channel?.unref()
