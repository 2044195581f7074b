/**
 * Electron's notifications, behind the face that the notices speak to.
 *
 * Guards invariant 5: Linux desktops read markup in the text, so nothing that could be any is left in it. They make no
 * sound: ours is the program's own.
 */
import { Notification } from 'electron'
import type { Log } from '../gateway/ports.js'
import type { Notice, NoticeFace } from './notices.js'
import { withoutMarkup } from './plain-words.js'

/** Notifications that stand: Electron forgets the clicks of those that nobody holds. */
const standing = new Set<Notification>()
const mostStanding = 50

export function createElectronNotices(log: Log): NoticeFace {
  let hasFailed = false
  return {
    show({ title, body, onClick, deny }: Notice) {
      const notification = new Notification({
        title: withoutMarkup(title),
        body: withoutMarkup(body),
        silent: true,
        ...(deny && { actions: [{ type: 'button', text: deny.label }] }),
      })
      const forget = () => void standing.delete(notification)
      notification.on('click', () => {
        forget()
        onClick()
      })
      if (deny) notification.on('action', () => deny.run())
      notification.on('close', forget)
      notification.on('failed', (_event, error) => {
        forget()
        if (!hasFailed) log.warn('the system shows no notifications', { error: `${error}` })
        hasFailed = true
      })
      standing.add(notification)
      for (const oldest of standing) if (standing.size > mostStanding) standing.delete(oldest)
      notification.show()
      return () => {
        forget()
        notification.close()
      }
    },
  }
}
