/** Service problem: what is wrong with a service in the language of the screen, and what to do; the service's own words as details. */

import type { ServiceProblem as Problem } from '@shared/servers/service.js'
import { useTranslation } from 'react-i18next'
import { visibleText } from '../../../ui/text/visible-text.js'

const codes = [1001, 1002, 1003, 2001, 2002, 2003, 2004, 2005, 3001, 3002, 3003, 3004] as const

export const useProblemText = () => {
  const { t } = useTranslation()
  return ({ code }: Pick<Problem, 'code'>): { readonly what: string; readonly next: string } => {
    const known = codes.find((one) => one === code) ?? 5000
    return { what: t(`services.problem.${known}.what`), next: t(`services.problem.${known}.next`) }
  }
}

export const ServiceProblem = ({ problem }: { readonly problem: Problem }) => {
  const { what, next } = useProblemText()(problem)
  return (
    <div className="service-problem" role="alert">
      <strong>{what}</strong>
      <p>{next}</p>
      {problem.message !== '' && <p className="mono service-problem-words">{visibleText(problem.message)}</p>}
    </div>
  )
}
