-- The statements inside were planned anew for each call: that took longer than to run them.
ALTER FUNCTION matching(text) SET plan_cache_mode = force_generic_plan;
