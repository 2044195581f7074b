/**
 * Dialog: a modal dialog; Escape closes it. The page behind is inert, and the focus returns to its previous element.
 *
 * Uses Radix without its overlay, which would add a style element that the content security policy blocks.
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

/** Where the focus goes when the opener was removed meanwhile. */
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
          // A click beside the dialog must not discard its input.
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Radix.Title>{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
