"""The models' doors."""
