/**
 * Memory: loaded before the program with `--require`, it reports the memory of the process over the IPC channel.
 *
 * The heap in use counts garbage too, so it also reports what was left after the last full collection.
 */
const { PerformanceObserver, constants } = require('node:perf_hooks')

let left = 0
new PerformanceObserver((list) => {
  const isFull = list.getEntries().some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
  if (isFull) left = process.memoryUsage().heapUsed
}).observe({ entryTypes: ['gc'] })

process.on('message', (message) => {
  if (message === 'memory') process.send?.({ ...process.memoryUsage(), left })
})
// The program ends when its own work does.
process.channel?.unref()
