/** Ordinary use: how many questions an owner is asked in twenty sessions, by posture. */
import { questionsByPosture } from '../../fakes/question-count.js'
import { printFigures } from '../contract/timing.js'

const asked = await questionsByPosture()
printFigures(
  asked.flatMap(({ posture, changes, questions, high, afterText }) => [
    { what: `${posture}: changes`, value: changes, unit: '' },
    { what: `${posture}: questions`, value: questions, unit: '' },
    { what: `${posture}: questions of high or critical risk`, value: high, unit: '' },
    { what: `${posture}: questions only after text of others`, value: afterText, unit: '' },
  ]),
)
