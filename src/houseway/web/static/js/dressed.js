// A page without anything to do still looks as its reader prefers.

import { apply } from "./settings.js";

apply();
