/** Focus back: when something that was opened goes away with the keyboard in it, the keyboard returns to where it was opened. */
import { useEffect } from 'react'

export const useFocusBack = (): void => {
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
}
