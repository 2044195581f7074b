/**
 * Dialog: something that must be answered or left before anything else; Escape leaves it. The page behind is out of reach, and the
 * focus goes back to where it came from.
 *
 * On Radix, without its overlay: that one would put a style element into the page, which our content policy does not let in.
 */
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import './dialog.css'

export interface DialogProps {
  readonly title: string
  readonly className?: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Where the focus goes when what opened the dialog went away meanwhile. */
const home = (): HTMLElement | null => document.querySelector('[data-focus-home]')

export const Dialog = ({ title, className = '', onClose, children }: DialogProps) => {
  const [opener] = useState(() => document.activeElement)
  const giveBack = (event: Event) => {
    event.preventDefault()
    const isThere = opener instanceof HTMLElement && opener.isConnected && !opener.matches('body, :disabled')
    ;(isThere ? opener : home())?.focus()
  }
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <div className="dialog-backdrop" />
        <Radix.Content
          className={`dialog ${className}`}
          aria-describedby={undefined}
          onCloseAutoFocus={giveBack}
          // What is half filled in is not lost by a press beside it.
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Radix.Title>{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
