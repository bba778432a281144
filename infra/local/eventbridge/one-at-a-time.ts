import type { TargetDefinition } from './target.ts';
import type { SendToTarget } from './target-sender.ts';

/** Lets what is sent to some targets wait for its turn, so that a run of theirs never overlaps with another. */
export const oneAtATime = (send: SendToTarget, targets: ReadonlySet<TargetDefinition>): SendToTarget => {
  const last = new WeakMap<TargetDefinition, Promise<unknown>>();
  return (target, event) => {
    if (!targets.has(target)) return send(target, event);
    const turn = (last.get(target) ?? Promise.resolve()).then(() => send(target, event));
    last.set(target, turn);
    return turn;
  };
};
