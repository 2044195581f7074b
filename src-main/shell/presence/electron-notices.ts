/**
 * Electron notices: implements `NoticeView` with Electron's notifications.
 *
 * Enforces invariant 5: Linux desktops parse markup in notifications, so it is removed. Notifications are silent: the
 * program plays its own sound.
 */
import { Notification } from 'electron'
import type { Log } from '../../gateway/ports/runtime.js'
import type { Notice, NoticeView } from './notices.js'
import { withoutMarkup } from './redact-text.js'

/** Visible notifications: Electron drops the click handlers of garbage-collected ones. */
const shown = new Set<Notification>()
const maxShown = 50

export function createElectronNotices(log: Log): NoticeView {
  let hasFailed = false
  return {
    show({ title, body, onClick, deny }: Notice) {
      const notification = new Notification({
        title: withoutMarkup(title),
        body: withoutMarkup(body),
        silent: true,
        ...(deny && { actions: [{ type: 'button', text: deny.label }] }),
      })
      const forget = () => void shown.delete(notification)
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
      shown.add(notification)
      for (const oldest of shown) if (shown.size > maxShown) shown.delete(oldest)
      notification.show()
      return () => {
        forget()
        notification.close()
      }
    },
  }
}
