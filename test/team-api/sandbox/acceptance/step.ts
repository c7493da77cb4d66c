export interface Step {
  /** The id of the requirement that the step checks, for example `V5`. */
  id: string;
  title: string;
  run: () => Promise<void>;
}
