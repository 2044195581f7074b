import { describe, expect, it, vi } from 'vitest'
import { StartupConnector } from '../../../src-main/shell/startup-connector.js'

describe('connecting', () => {
  it('happens once, however often it is asked for, and is reported', async () => {
    const open = vi.fn(async () => {})
    const reported = vi.fn()
    const connecting = new StartupConnector(open)
    connecting.onDidConnect(reported)
    await Promise.all([connecting.connect(), connecting.connect()])
    await connecting.connect()
    expect(open).toHaveBeenCalledOnce()
    expect(reported).toHaveBeenCalledOnce()
  })

  it('reports a failure, is not reported as done, and can be retried', async () => {
    const open = vi.fn(async () => {})
    open.mockRejectedValueOnce(new Error('no simulator'))
    const reported = vi.fn()
    const connecting = new StartupConnector(open)
    connecting.onDidConnect(reported)
    await expect(connecting.connect()).rejects.toThrow('no simulator')
    expect(reported).not.toHaveBeenCalled()
    await connecting.connect()
    expect(open).toHaveBeenCalledTimes(2)
    expect(reported).toHaveBeenCalledOnce()
  })
})
