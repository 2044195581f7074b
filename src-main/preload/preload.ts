/**
 * Preload: the one bridge between a page and the program.
 *
 * Guards invariant 7: only names of the channel map pass, and the page never sees Electron's own objects.
 */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import { type GatehouseApi, isPushChannel, isRequestChannel } from '../ipc/channels.js'

const api: GatehouseApi = {
  request(channel, payload) {
    if (!isRequestChannel(channel)) return Promise.reject(new Error('No such channel'))
    return ipcRenderer.invoke(channel, payload)
  },
  subscribe(channel, listener) {
    if (!isPushChannel(channel)) throw new Error('No such channel')
    const relay = (_event: IpcRendererEvent, message: Parameters<typeof listener>[0]) => listener(message)
    ipcRenderer.on(channel, relay)
    return () => ipcRenderer.removeListener(channel, relay)
  },
}

contextBridge.exposeInMainWorld('gatehouse', api)
