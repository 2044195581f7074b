/** Fact: one line of a list of facts. */
import type { ReactNode } from 'react'

export const Fact = ({ topic, children }: { readonly topic: string; readonly children: ReactNode }) => (
  <>
    <dt>{topic}</dt>
    <dd>{children}</dd>
  </>
)
