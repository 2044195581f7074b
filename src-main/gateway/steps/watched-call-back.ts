/** Watched call back: what a service says and asks during a call, as signs that the call goes on. */
import type { CallBack } from '../../contract/call-back.js'
import type { SignsOfLife } from './deadline.js'

/** Whatever a service says is a sign of life, and while the client thinks about a question nobody is late. */
export const watched = (callBack: CallBack, { alive, hold }: SignsOfLife): CallBack => ({
  ...callBack,
  notify(method, params) {
    alive()
    callBack.notify(method, params)
  },
  async request(request) {
    const release = hold()
    try {
      return await callBack.request(request)
    } finally {
      release()
    }
  },
})
