/**
 * Expose: the one bridge between a page and the program.
 *
 * Guards invariant 7: only the channels of this page are allowed, and the page never sees Electron's own objects. The
 * main process checks every sender again.
 */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import { canRequest, type GatehouseApi, type PageName, receivesPush } from '../ipc/channels.js'

export function exposeTo(page: PageName): void {
  const api: GatehouseApi = {
    request(channel, payload) {
      if (!canRequest(page, channel)) return Promise.reject(new Error('No such channel'))
      return ipcRenderer.invoke(channel, payload)
    },
    subscribe(channel, listener) {
      if (!receivesPush(page, channel)) throw new Error('No such channel')
      const relay = (_event: IpcRendererEvent, message: Parameters<typeof listener>[0]) => listener(message)
      ipcRenderer.on(channel, relay)
      return () => ipcRenderer.removeListener(channel, relay)
    },
  }
  contextBridge.exposeInMainWorld('gatehouse', api)
}
