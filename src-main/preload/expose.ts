/**
 * Expose: the one bridge between a page and the program.
 *
 * Guards invariant 7: only the channels of this page are allowed, and the page never sees Electron's own objects. The
 * main process checks every sender again.
 */
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import { type GatehouseApi, mayGive, type PageName, receives } from '../owner/table/table.js'

export function exposeTo(page: PageName): void {
  const api: GatehouseApi = {
    request(channel, payload) {
      if (!mayGive(page, channel)) return Promise.reject(new Error('No such channel'))
      return ipcRenderer.invoke(channel, payload)
    },
    subscribe(channel, listener) {
      if (!receives(page, channel)) throw new Error('No such channel')
      const relay = (_event: IpcRendererEvent, message: Parameters<typeof listener>[0]) => listener(message)
      ipcRenderer.on(channel, relay)
      return () => ipcRenderer.removeListener(channel, relay)
    },
  }
  contextBridge.exposeInMainWorld('gatehouse', api)
}
